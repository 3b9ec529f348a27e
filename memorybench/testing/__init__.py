"""What third parties need to test an adapter: the contract suite and a loopback model server."""
