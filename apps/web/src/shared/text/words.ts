import type { zhCN } from './zh-CN.ts';

type Widened<T> = T extends string ? string : { readonly [K in keyof T]: Widened<T[K]> };
/** The shape every language has. */
export type Words = Widened<typeof zhCN>;
