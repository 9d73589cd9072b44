// What is used of two libraries that bring no types. (`@types/pdfmake` would bring the browser's types into every file of the server.)

declare module 'subset-font' {
  /** The font with only the characters of `text`. */
  // biome-ignore lint/style/noDefaultExport: the library has it so
  export default function subsetFont(font: Buffer, text: string, options: { targetFormat: 'truetype' }): Promise<Buffer>;
}

declare module 'pdfmake' {
  /** A part of a document; its many properties are in the library's guide. */
  export type Content = Readonly<Record<string, unknown>>;

  export interface TableLayout {
    hLineWidth(): number;
    vLineWidth(): number;
    hLineColor(): string;
    vLineColor(): string;
    paddingTop(): number;
    paddingBottom(): number;
  }

  /** A part of a document after it was laid out. */
  export interface PlacedNode {
    readonly headlineLevel?: number;
    readonly text?: unknown;
    readonly image?: unknown;
    readonly svg?: unknown;
    readonly style?: unknown;
    /** The height of a picture, in points. */
    readonly height?: number;
    readonly startPosition: { readonly top: number; readonly pageInnerHeight: number };
  }

  export interface PlacedNodes {
    getFollowingNodesOnPage(): readonly PlacedNode[];
  }

  export interface DocumentDefinition extends Content {
    readonly header: Content;
    readonly footer: (page: number, pages: number) => Content;
    readonly pageBreakBefore: (node: PlacedNode, others: PlacedNodes) => boolean;
    readonly content: readonly Content[];
  }

  interface FontFiles {
    readonly normal: string;
    readonly bold: string;
    readonly italics: string;
    readonly bolditalics: string;
  }

  const pdfmake: {
    setFonts(fonts: Readonly<Record<string, FontFiles>>): void;
    setTableLayouts(layouts: Readonly<Record<string, TableLayout>>): void;
    setUrlAccessPolicy(mayFetch: (url: string) => boolean): void;
    setLocalAccessPolicy(mayRead: (path: string) => boolean): void;
    createPdf(definition: DocumentDefinition): { getBuffer(): Promise<Buffer> };
  };
  // biome-ignore lint/style/noDefaultExport: the library has it so
  export default pdfmake;
}
