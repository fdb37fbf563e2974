package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// line is what `oracle-gateway get --json` keeps of one source. Source, owner, quorum and registry are the reader's own records.
type line struct {
	Source   json.RawMessage `json:"source"`
	Owner    string          `json:"owner"`
	Quorum   int             `json:"quorum"`
	Registry struct {
		ProgramID       string `json:"programId"`
		Network         string `json:"network"`
		RegistryAccount string `json:"registryAccount"`
	} `json:"registry"`
	Answer struct {
		Data answer `json:"data"`
	} `json:"answer"`
}

// answer is the flat answer of a gateway.
type answer struct {
	FeedID             string `json:"feedId"`
	Value              string `json:"value"`
	ValuePacked        string `json:"valuePacked"`
	Timestamp          uint64 `json:"timestamp"`
	ObservedAt         uint64 `json:"observedAt"`
	RegistryVersion    uint64 `json:"registryVersion"`
	SignaturesRequired int    `json:"signaturesRequired"`
	ConfigHash         string `json:"configHash"`
	SignersBitmap      string `json:"signersBitmap"`
	S                  string `json:"s"`
	CommitmentAddr     string `json:"commitmentAddr"`
}

// verified is what a quorum of the registry's nodes signed.
type verified struct {
	value      string
	observedAt uint64
	signers    []int
}

const (
	aSource      = 1
	exactPlaces  = 18
	registryHead = 40
)

// verify holds an answer against what was asked for, and against the keys of the registry as of the time that was signed.
func verify(kept line) (*verified, error) {
	stated := kept.Answer.Data
	source, err := canonical(kept.Source)
	if err != nil {
		return nil, err
	}
	sourceID := keccak256(source)
	owner, err := fromBase58(kept.Owner)
	if err != nil {
		return nil, err
	}
	quorum := []byte{byte(kept.Quorum)}
	feedID := keccak256([]byte("SVC_JOB_V1"), owner, sourceID, quorum)
	packed, err := fromHex(stated.ValuePacked, 32)
	if err != nil {
		return nil, err
	}
	value, err := decimal(packed, kept.Source)
	switch {
	case err != nil:
		return nil, err
	case stated.SignaturesRequired != kept.Quorum:
		return nil, errors.New("the answer is of another quorum than asked for")
	case stated.ConfigHash != toHex(sourceID) || stated.FeedID != toHex(feedID):
		return nil, errors.New("the answer is of another source or owner than asked for")
	case stated.Value != value:
		return nil, errors.New("value is not what the packed value says")
	}

	program, err := fromBase58(kept.Registry.ProgramID)
	if err != nil {
		return nil, err
	}
	network := sha256.Sum256([]byte(kept.Registry.Network))
	message := keccak256(
		[]byte("SVC_ATTESTATION_V2"),
		keccak256([]byte("SVC_DEPLOYMENT_V1"), program, network[:]),
		feedID,
		packed,
		sourceID,
		littleEndian(stated.RegistryVersion),
		quorum,
		[]byte{aSource},
		littleEndian(stated.Timestamp*1000),
		littleEndian(stated.ObservedAt),
	)
	signers, sum, err := sumOfKeys(kept)
	if err != nil {
		return nil, err
	}
	s, err := fromHex(stated.S, 32)
	if err != nil {
		return nil, err
	}
	commitment, err := fromHex(stated.CommitmentAddr, 20)
	if err != nil {
		return nil, err
	}
	if !isSigned(sum, message, s, commitment) {
		return nil, errors.New("the nodes of the registry did not sign this")
	}
	return &verified{value, stated.ObservedAt, signers}, nil
}

// sumOfKeys adds the keys that the signers bitmap names. A version counts for times up to its end.
func sumOfKeys(kept line) ([]int, *point, error) {
	stated := kept.Answer.Data
	account, err := base64.StdEncoding.DecodeString(kept.Registry.RegistryAccount)
	if err != nil || len(account) < registryHead || string(account[:8]) != "SVC_REG1" {
		return nil, nil, errors.New("registry: must be the data of a Registry account")
	}
	count, minSigners := int(account[9]), int(account[11])
	acceptUntil := binary.LittleEndian.Uint64(account[32:])
	bitmap, err := fromHex(stated.SignersBitmap, 32)
	switch {
	case err != nil:
		return nil, nil, err
	case len(account) != registryHead+64*count:
		return nil, nil, errors.New("registry: must have as many keys as it says")
	case binary.LittleEndian.Uint64(account[16:]) != stated.RegistryVersion:
		return nil, nil, errors.New("the answer names another registry version")
	case max(stated.Timestamp, stated.ObservedAt/1000) > acceptUntil:
		return nil, nil, errors.New("the answer was signed after the end of the registry version")
	}
	var signers []int
	var sum *point
	for index, bits := 0, new(big.Int).SetBytes(bitmap); index < bits.BitLen(); index++ {
		if bits.Bit(index) == 0 {
			continue
		}
		if index >= count {
			return nil, nil, fmt.Errorf("node %d has no key in the registry", index)
		}
		key := account[registryHead+64*index:]
		node := &point{new(big.Int).SetBytes(key[:32]), new(big.Int).SetBytes(key[32:64])}
		if !node.isOnCurve() {
			return nil, nil, fmt.Errorf("node %d has no key in the registry", index)
		}
		signers, sum = append(signers, index), add(sum, node)
	}
	if len(signers) != kept.Quorum || len(signers) < minSigners {
		return nil, nil, errors.New("fewer or more nodes signed than the quorum and the registry ask for")
	}
	return signers, sum, nil
}

// canonical writes a source as RFC 8785 does. Its numbers are integers, and the names of its members are ASCII.
func canonical(source json.RawMessage) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(source))
	decoder.UseNumber()
	var members map[string]any
	if err := decoder.Decode(&members); err != nil {
		return nil, err
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(members); err != nil {
		return nil, err
	}
	// Go escapes two line separators that RFC 8785 writes as they are.
	plain := strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029").Replace(text.String())
	return []byte(strings.TrimSuffix(plain, "\n")), nil
}

// decimal is the number of a packed value: unsigned with 18 places in exact mode, signed with its own places in tolerance mode.
func decimal(packed []byte, source json.RawMessage) (string, error) {
	var read struct {
		Aggregation *struct {
			Numeric struct {
				Decimals int `json:"decimals"`
			} `json:"numeric"`
		} `json:"aggregation"`
	}
	if err := json.Unmarshal(source, &read); err != nil {
		return "", err
	}
	places, value := exactPlaces, new(big.Int).SetBytes(packed)
	if read.Aggregation != nil {
		places = read.Aggregation.Numeric.Decimals
		if value.Bit(255) == 1 {
			value.Sub(value, new(big.Int).Lsh(big.NewInt(1), 256))
		}
	}
	sign, digits := "", new(big.Int).Abs(value).String()
	if value.Sign() < 0 {
		sign = "-"
	}
	if len(digits) <= places {
		digits = strings.Repeat("0", places+1-len(digits)) + digits
	}
	whole, fraction := digits[:len(digits)-places], strings.TrimRight(digits[len(digits)-places:], "0")
	if fraction == "" {
		return sign + whole, nil
	}
	return sign + whole + "." + fraction, nil
}

func fromBase58(text string) ([]byte, error) {
	const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	value := new(big.Int)
	for _, character := range text {
		digit := strings.IndexRune(alphabet, character)
		if digit < 0 || len(text) > 44 {
			return nil, errors.New("must be an address in base58")
		}
		value.Mul(value, big.NewInt(58)).Add(value, big.NewInt(int64(digit)))
	}
	if value.BitLen() > 256 {
		return nil, errors.New("must be an address in base58")
	}
	return value.FillBytes(make([]byte, 32)), nil
}

func fromHex(text string, width int) ([]byte, error) {
	bytes, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
	if err != nil || len(bytes) != width {
		return nil, fmt.Errorf("must be %d bytes in hex", width)
	}
	return bytes, nil
}

func toHex(bytes []byte) string {
	return "0x" + hex.EncodeToString(bytes)
}

func littleEndian(value uint64) []byte {
	return binary.LittleEndian.AppendUint64(nil, value)
}
