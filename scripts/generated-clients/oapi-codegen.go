// Asks a gateway by the client that oapi-codegen makes. usage: oapi-codegen <gateway url>
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	gateway "example.test/generated/oapicodegen"
)

func main() {
	client, err := gateway.NewClientWithResponses(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	info, err := client.GetInfoWithResponse(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(info.JSON200.Data.Network)

	body := strings.NewReader(`{
		"apiConfig": { "url": "https://api.coinbase.com/v2/prices/BTC-USD/spot", "method": "GET", "responseParser": "$.data.amount" },
		"signaturesRequired": 3
	}`)
	run, err := client.SimulateWithBodyWithResponse(context.Background(), "application/json", body)
	if err != nil {
		log.Fatal(err)
	}
	text, err := run.JSON200.Data.Nodes[0].MarshalJSON()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(text))
}
