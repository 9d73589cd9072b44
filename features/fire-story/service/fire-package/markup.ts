// Text in XML and HTML.
import { writableText } from '@lookout/domain';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escaped = (text: string): string => writableText(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
