// Asks a gateway by the client that openapi-generator makes. usage: openapi-generator <gateway url>
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	gateway "example.test/generated/openapigenerator"
)

func main() {
	configuration := gateway.NewConfiguration()
	configuration.Servers = gateway.ServerConfigurations{{URL: os.Args[1]}}
	client := gateway.NewAPIClient(configuration)

	info, _, err := client.GatewayAPI.GetInfo(context.Background()).Execute()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(info.Data.Network)

	source := gateway.NewApiConfig("https://api.coinbase.com/v2/prices/BTC-USD/spot", "GET")
	source.SetResponseParser("$.data.amount")
	request := gateway.NewSimulateRequest()
	request.SetApiConfig(*source)
	request.SetSignaturesRequired(3)
	run, _, err := client.RoundsAPI.Simulate(context.Background()).SimulateRequest(*request).Execute()
	if err != nil {
		log.Fatal(err)
	}
	text, err := run.Data.Nodes[0].MarshalJSON()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(text))
}
