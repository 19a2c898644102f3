class A:
    @dec
    def a(self):  # head
        """Doc."""

        if self:
            return 2
        return 3

    def b(self):
        pass
