export const App: React.FC<Props> = ({ a }) => {
  return <div className="x">Don't {a ? <br /> : "}"}</div>;
};

export function next() {}
