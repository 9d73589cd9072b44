// Positions and locations as text, and copying. The clipboard API needs https; on plain http `execCommand` still works.
import type { Alarm, Position } from '@lookout/domain';
import { formatDecimal } from '@lookout/geo';

interface Browser {
  readonly navigator: { readonly clipboard?: { readonly writeText: (text: string) => Promise<void> } | undefined };
  readonly document: Document;
}

/** @returns whether the text is in the clipboard now */
export async function copyToClipboard({ navigator, document }: Browser, text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Refused (no permission, page not focused): execCommand may still work.
    }
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.style.cssText = 'position:fixed;opacity:0';
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}

/** `103.59012, 31.48000`: the copied form of a position. */
export const copyText = ({ lng, lat }: Position): string => `${formatDecimal(lng)}, ${formatDecimal(lat)}`;

/** The location within the grid: the source's address, else the formatted address without the grid's names ("汶川县城北约3.2公里"). */
export function locationWithin({ formattedAddress, address }: Pick<Alarm, 'formattedAddress' | 'address'>): string {
  const comma = formattedAddress.indexOf('，');
  return address ?? (comma < 0 ? '' : formattedAddress.slice(comma + 1));
}
