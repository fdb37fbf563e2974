package main

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"os"
	"reflect"
	"testing"
)

const vectorFile = "../../vectors/attested-result.json"

// keptLine makes the line that the command would have kept of the vector.
func keptLine(t *testing.T) line {
	t.Helper()
	text, err := os.ReadFile(vectorFile)
	if err != nil {
		t.Fatal(err)
	}
	var vector struct {
		APIConfig json.RawMessage `json:"apiConfig"`
		Owner     string          `json:"owner"`
		Result    struct {
			Data answer `json:"data"`
		} `json:"result"`
	}
	kept := line{Quorum: 3}
	for _, into := range []any{&vector, &kept.Registry} {
		if err := json.Unmarshal(text, into); err != nil {
			t.Fatal(err)
		}
	}
	kept.Source, kept.Owner, kept.Answer.Data = vector.APIConfig, vector.Owner, vector.Result.Data
	return kept
}

func TestStoredAnswerIsVerified(t *testing.T) {
	signed, err := verify(keptLine(t))
	if err != nil {
		t.Fatal(err)
	}
	if signed.value != "64628.31" || !reflect.DeepEqual(signed.signers, []int{0, 2, 4}) {
		t.Fatalf("verified %+v", signed)
	}
}

func TestChangedAnswerIsRefused(t *testing.T) {
	for name, change := range map[string]func(*line){
		"value":      func(kept *line) { kept.Answer.Data.Value = "64628.32" },
		"timestamp":  func(kept *line) { kept.Answer.Data.Timestamp++ },
		"observedAt": func(kept *line) { kept.Answer.Data.ObservedAt++ },
		"version":    func(kept *line) { kept.Answer.Data.RegistryVersion++ },
		"bitmap": func(kept *line) {
			kept.Answer.Data.SignersBitmap = "0x" + hex.EncodeToString(append(make([]byte, 31), 0x13))
		},
		"s":          func(kept *line) { kept.Answer.Data.S = kept.Answer.Data.ConfigHash },
		"zero s":     func(kept *line) { kept.Answer.Data.S = "0x" + hex.EncodeToString(make([]byte, 32)) },
		"commitment": func(kept *line) { kept.Answer.Data.CommitmentAddr = "0x" + hex.EncodeToString(make([]byte, 20)) },
		"quorum":     func(kept *line) { kept.Quorum = 2 },
		"owner":      func(kept *line) { kept.Owner = kept.Registry.ProgramID },
		"network":    func(kept *line) { kept.Registry.Network = "solana:other" },
		"source":     func(kept *line) { kept.Source = json.RawMessage(`{"method":"GET","url":"https://other.example/"}`) },
	} {
		kept := keptLine(t)
		change(&kept)
		if signed, err := verify(kept); err == nil {
			t.Errorf("%s: verified %+v", name, signed)
		}
	}
}

func TestVersionCountsUpToItsEnd(t *testing.T) {
	kept := keptLine(t)
	account, err := base64.StdEncoding.DecodeString(kept.Registry.RegistryAccount)
	if err != nil {
		t.Fatal(err)
	}
	for end, isVerified := range map[uint64]bool{kept.Answer.Data.ObservedAt / 1000: true, kept.Answer.Data.ObservedAt/1000 - 1: false} {
		binary.LittleEndian.PutUint64(account[32:], end)
		kept.Registry.RegistryAccount = base64.StdEncoding.EncodeToString(account)
		if _, err := verify(kept); (err == nil) != isVerified {
			t.Errorf("end %d: %v", end, err)
		}
	}
}

func TestValueIsReadInItsMode(t *testing.T) {
	negative := make([]byte, 32)
	for place := range negative {
		negative[place] = 0xff
	}
	tolerance := json.RawMessage(`{"aggregation":{"numeric":{"decimals":2}}}`)
	if value, _ := decimal(negative, tolerance); value != "-0.01" {
		t.Errorf("tolerance mode: %s", value)
	}
	if value, _ := decimal(append(make([]byte, 31), 5), json.RawMessage(`{}`)); value != "0.000000000000000005" {
		t.Errorf("exact mode: %s", value)
	}
}
