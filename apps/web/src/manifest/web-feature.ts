// What a feature of the web app brings, in one manifest: features/<name>/feature.tsx. app/features.ts lists them; the router, the menu,
// the guard, the monitor's bar of tabs and the globe are read from that list. Scripts of pages, panels and parts come when they are wanted.
import type { Capability } from '@lookout/domain';
import { type ComponentType, createContext, lazy, useContext } from 'react';
import type { GlobePart } from '../globe/part.ts';
import { useLanguage } from '../shared/language.ts';

/** A name in both languages; it stands in the manifest, so that a menu or a bar needs no texts of a feature that is not open. */
export interface Title {
  readonly zh: string;
  readonly en: string;
}

/** A page of the main shell (specification §2). */
export interface PageRow {
  /** Below /manage. */
  readonly path: string;
  /** Where the menu list gives no name. */
  readonly title: Title;
  /** Where it stands among the others when the menu list does not say; lower comes first. */
  readonly place: number;
  /** The menu or element code it needs; null: everybody. */
  readonly right: Capability | null;
  /** Not in the header; the page itself always exists (contract.md "Hidden routes"). */
  readonly hidden: boolean;
  readonly opensNewTab: boolean;
  /** No globe on this page: it takes the whole room and scrolls. The others leave the ground to the globe and float over it. */
  readonly hidesMap: boolean;
  readonly Page: ComponentType;
}

/** A tab of the monitor's bottom bar (specification §2 "Bottom tab toggles"). */
export interface TabRow {
  /** As the address names it. */
  readonly id: string;
  readonly side: 'left' | 'right';
  readonly title: Title;
  /** Where it stands on its side of the bar; lower comes first. */
  readonly place: number;
  readonly right: Capability;
  readonly Icon: ComponentType;
  /** null: the page draws it itself (实时预警 is the queue). */
  readonly Panel: ComponentType | null;
}

export interface WebFeature {
  readonly pages?: readonly PageRow[];
  readonly tabs?: readonly TabRow[];
  /** What it draws on the globe. Parts are mounted in the order of the list. */
  readonly loadParts?: () => Promise<readonly GlobePart[]>;
}

/** A page beside the shell, with a frame of its own. */
export interface OwnRoom<Props> {
  readonly path: string;
  readonly Page: ComponentType<Props>;
}

/** A component whose script is fetched when it is first drawn. */
export const lazily = <Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazy(async () => ({ default: await load() }));

/** The list, handed down by the app: a feature knows no other. */
export const FeaturesContext = createContext<readonly WebFeature[]>([]);

export const pagesOf = (features: readonly WebFeature[]): readonly PageRow[] =>
  features.flatMap(({ pages = [] }) => pages).toSorted((a, b) => a.place - b.place);

export const tabsOf = (features: readonly WebFeature[]): readonly TabRow[] =>
  features.flatMap(({ tabs = [] }) => tabs).toSorted((a, b) => a.place - b.place);

export const useFeatures = (): readonly WebFeature[] => useContext(FeaturesContext);

/** Reads a title in the language of the page. */
export function useTitle(): (title: Title) => string {
  const language = useLanguage();
  return (title) => title[language];
}
