interface Crate { size: number }

function first<Box>(box: Box): Box { return box; }
