"""Asks a gateway by the client that openapi-python-client makes. usage: openapi-python-client.py <gateway url>"""

import sys

from oracle_gateway_client import Client
from oracle_gateway_client.api.gateway import get_info
from oracle_gateway_client.api.rounds import simulate
from oracle_gateway_client.models import SimulateRequest

client = Client(base_url=sys.argv[1])
print(get_info.sync(client=client).data.network)
source = {"url": "https://api.coinbase.com/v2/prices/BTC-USD/spot", "method": "GET", "responseParser": "$.data.amount"}
request = SimulateRequest.from_dict({"apiConfig": source, "signaturesRequired": 3})
print(simulate.sync(client=client, body=request).data.nodes[0].value)
