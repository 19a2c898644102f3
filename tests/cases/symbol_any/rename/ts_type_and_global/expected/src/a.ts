function Happening() {}

export function use(event: Event) { return event; }
