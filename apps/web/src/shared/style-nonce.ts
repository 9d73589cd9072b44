// The policy of a page ignores styles that scripts write, unless their element has the nonce that came with the page. antd takes one, but the library below
// its dialogs and Cesium do not ask for it.

/** Gives each style element that this page's scripts make the page's nonce. To be called before anything else makes one. */
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
