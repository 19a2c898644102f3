export {};

declare global {
  interface Window {
    a: string;
  }
}
