// Utilities
export const noop = () => {}
