enum Shade { Red, Green }

const first: Shade = Shade.Red, second: Shade.Green = Shade.Green;
