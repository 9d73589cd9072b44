// Copying a text. The clipboard needs https; on plain http in a local network the old way still works.
import type { Position } from '@lookout/domain';
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
      // Refused (no permission, page not focused): the old way may still do.
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

/** `103.59012, 31.48000`: how a place is copied. */
export const copyText = ({ lng, lat }: Position): string => `${formatDecimal(lng)}, ${formatDecimal(lat)}`;
