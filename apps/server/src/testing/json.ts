/** A value as JSON has it: times are texts. */
export type Json<T> = T extends Date ? string : T extends string ? T : T extends object ? { readonly [K in keyof T]: Json<T[K]> } : T;
