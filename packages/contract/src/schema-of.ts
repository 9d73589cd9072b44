import type { z } from 'zod';

/** The type with all its fields and items read-only. */
export type DeepReadonly<T> = T extends Date | string ? T : T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/**
 * Gives a schema the domain's type that it describes: `schemaOf<Sos>()(z.object({ … }))`. It does not compile when a field of either is
 * missing in the other or has another type. A field that is optional in the domain may be missing in the schema; the check of
 * answers in tests reports it (`serve/check-answer.ts`).
 */
export const schemaOf =
  <T>() =>
  <S extends z.ZodType<T>>(schema: S & ([T] extends [DeepReadonly<z.output<S>>] ? unknown : never)): z.ZodType<T, z.input<S>> =>
    schema as unknown as z.ZodType<T, z.input<S>>;
