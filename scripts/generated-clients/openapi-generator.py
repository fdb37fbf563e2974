"""Asks a gateway by the client that openapi-generator makes. usage: openapi-generator.py <gateway url>"""

import sys

import oracle_gateway_http as gateway

api = gateway.ApiClient(gateway.Configuration(host=sys.argv[1]))
print(gateway.GatewayApi(api).get_info().data.network)
source = {"url": "https://api.coinbase.com/v2/prices/BTC-USD/spot", "method": "GET", "responseParser": "$.data.amount"}
request = gateway.SimulateRequest.from_dict({"apiConfig": source, "signaturesRequired": 3})
print(gateway.RoundsApi(api).simulate(request).data.nodes[0].actual_instance.value)
