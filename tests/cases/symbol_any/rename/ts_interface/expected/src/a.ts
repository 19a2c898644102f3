export interface Crate extends Base<Crate> { inner: Crate[] }

declare function pack(box: Crate): asserts box is Crate;
export default Crate;
