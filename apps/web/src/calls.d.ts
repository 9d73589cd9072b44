declare module '@calls' {
  /** Where each call of the contract goes (build/calls-module.ts). */
  export const calls: import('@lookout/features/contract.ts').CallSheet;
}
