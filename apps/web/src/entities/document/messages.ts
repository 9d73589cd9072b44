// What the documents of a fire are called, in both languages.
import type { FireDocumentKind } from '@lookout/domain';

export const documentKindsZh: Readonly<Record<FireDocumentKind, string>> = { bulletin: '火情快报', 'situation-map': '态势图' };
export const documentKindsEn: Readonly<Record<FireDocumentKind, string>> = { bulletin: 'Bulletin', 'situation-map': 'Situation map' };
