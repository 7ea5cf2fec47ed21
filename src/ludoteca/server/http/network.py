"""Network access for other devices, which only a browser on this computer can change."""

from ludoteca.server.endpoint import Endpoints
from ludoteca.server.network import Network
from ludoteca.server.request import RequestContext
from ludoteca.server.wire.requests import NetworkRequest
from ludoteca.server.wire.responses import NetworkMessage

PATH = "/api/network"
endpoints = Endpoints()


def network_of(call: RequestContext) -> Network:
    """Return the network of the server."""
    network: Network = call.request.app.state.network
    return network


@endpoints.add("GET", PATH, work=1)
async def show(call: RequestContext) -> NetworkMessage:
    """Return whether other devices reach the server, and at which addresses."""
    return await network_of(call).message(call.request)


@endpoints.add("POST", PATH, work=2)
async def change(call: RequestContext, body: NetworkRequest) -> NetworkMessage:
    """Open the server to the network, or close it again."""
    await network_of(call).change(call.request, opened=body.open)
    return await network_of(call).message(call.request)
