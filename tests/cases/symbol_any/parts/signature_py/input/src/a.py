class A:
    @dec
    def a(
        self,
    ):  # head
        """Doc."""
        return 1
