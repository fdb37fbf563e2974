declare module 'cluster-key-slot' {
  interface CalculateSlot {
    (key: string): number;
    /** -1: the keys are of several slots. */
    generateMulti(keys: readonly string[]): number;
  }
  const calculateSlot: CalculateSlot;
  export default calculateSlot;
}
