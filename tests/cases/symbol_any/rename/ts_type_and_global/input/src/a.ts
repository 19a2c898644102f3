function Event() {}

export function use(event: Event) { return event; }
