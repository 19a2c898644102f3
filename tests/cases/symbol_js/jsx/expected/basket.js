export const App = () => <p>Don't</p>;

function next() {}
