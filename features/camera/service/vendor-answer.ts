// The answers of camera vendors.

import { refused } from '@lookout/server/acting/refusal.ts';
import type { VendorAnswer } from '@lookout/video';

/** The value of a vendor's answer. @throws Refusal with the vendor's reason */
export async function unwrap<T>(answer: VendorAnswer<T>): Promise<T> {
  const result = await answer;
  if (!result.ok) throw refused('camera-refused', result.error);
  return result.value;
}
