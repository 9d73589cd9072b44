// Copies a text. The clipboard API needs https; on plain http `execCommand` still works.
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
      // The clipboard API refused (no permission, page not focused); execCommand may still work.
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
