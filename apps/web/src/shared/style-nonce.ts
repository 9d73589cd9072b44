// The page's Content Security Policy ignores styles that scripts create, unless their element has the nonce sent with the page. antd
// accepts a nonce, but the library below its dialogs and Cesium do not.

/** Gives the page's nonce to each style element that the page's scripts create. Call it before anything else creates one. */
export function allowOwnStyles(page: Document): void {
  const nonce = page.querySelector<HTMLMetaElement>('meta[name="lookout-styles"]')?.nonce;
  if (!nonce) return;
  const create = page.createElement.bind(page) as (name: string, options?: ElementCreationOptions) => HTMLElement;
  page.createElement = (name: string, options?: ElementCreationOptions) => {
    const made = create(name, options);
    if (made.localName === 'style') made.nonce = nonce;
    return made;
  };
}
