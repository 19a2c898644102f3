class Basket:
    def add(self, item):
        self.count += 1
        return self

    def drop(self, item):
        self.count -= 1
        return self


class Cart:
    def add(self, item):
        self.count += 1
        return self

    def drop(self,
             item):
        self.count -= 1
        return self
