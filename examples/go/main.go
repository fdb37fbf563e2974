// Verifies a line of `oracle-gateway get --json`, without a network. usage: go run . <file>
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"time"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: go run . <file>")
	}
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var kept line
	if err := json.Unmarshal(text, &kept); err != nil {
		log.Fatal(err)
	}
	signed, err := verify(kept)
	if err != nil {
		log.Fatal("REFUSED: ", err)
	}
	fmt.Println(signed.value)
	fmt.Printf("signed by nodes %v, observed at %s\n", signed.signers, time.UnixMilli(int64(signed.observedAt)).UTC().Format(time.RFC3339Nano))
}
