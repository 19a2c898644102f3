class A:
    @dec
    async def a(self, x: int = 1) -> int:  # head
        """Doc."""
        return 1
