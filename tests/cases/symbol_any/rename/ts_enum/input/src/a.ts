enum Colour { Red, Green }

const first: Colour = Colour.Red, second: Colour.Green = Colour.Green;
