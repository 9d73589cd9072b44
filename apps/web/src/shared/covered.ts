const COVERS = '.ant-modal-wrap, .ant-drawer, .ant-dropdown, .ant-select-dropdown, .ant-picker-dropdown, .ant-popover';

/** Something of antd's lies over the page and has the keyboard to itself: it closes by its own Esc. */
export const isCovered = (document: Document): boolean =>
  [...document.querySelectorAll<HTMLElement>(COVERS)].some(
    (element) => element.offsetParent !== null || (element.getClientRects().length > 0 && getComputedStyle(element).display !== 'none'),
  );
