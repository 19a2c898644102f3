class A:
    @dec
    def a(self):  # head
        """Doc."""

        # One.
        return 1  # end
        # tail

    def b(self):
        pass
