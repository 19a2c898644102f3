export const App = ({ a }) => {
  return <div className="x">Don't {a ? <br /> : '}'}</div>;
};

function next() {}
