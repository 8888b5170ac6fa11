"""Serving: processes, ports, connections, keys and logs of a server."""
