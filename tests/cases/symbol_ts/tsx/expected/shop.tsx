export const App = () => <p>Don't {1}</p>;

export function next() {}
