// The manifest of a feature: features/<name>/web/feature.tsx. features/web.ts lists them; router, menu, guard, the monitor's tabs and the globe are
// built from that list. Scripts of pages, panels and parts are loaded when needed.
import type { Capability, Right } from '@lookout/domain';
import { type ComponentType, createContext, useContext } from 'react';
import type { GlobePart } from '../globe/part.ts';
import { useLanguage } from '../shared/language.ts';
import type { Services } from '../shared/services.ts';

export { lazily } from '../shared/lazily.ts';

/** A name in both languages. It is in the manifest, so that a menu does not need the messages of features that are not loaded. */
export interface Title {
  readonly zh: string;
  readonly en: string;
}

/** A page of the main shell (specification §2). */
export interface PageRow {
  /** The path below /manage. */
  readonly path: string;
  /** Used if the menu list provides no name. */
  readonly title: Title;
  /** Position if the menu list provides none; lower first. */
  readonly order: number;
  /** The right needed to open the page; it covers all of the page's calls. */
  readonly right: Right;
  /** Whether the page is left out of the header. The page itself always exists. */
  readonly hidden: boolean;
  readonly opensNewTab: boolean;
  /** The page has no globe: it fills the window and scrolls. Other pages float over the globe. */
  readonly hidesMap: boolean;
  readonly Page: ComponentType;
  /** A number next to the page's name in the menu; empty while there is nothing to count. */
  readonly MenuBadge?: ComponentType;
}

/** The groups of 更多, the urgent one first. */
export const MORE_GROUPS = ['urgent', 'prevention', 'records', 'settings'] as const;
export type MoreGroup = (typeof MORE_GROUPS)[number];

/** A page below the same header with a separate path (specification §2: /resource, /analysis …). */
export interface OwnPage {
  /** Path from the root; the page itself handles what follows it (`/resource/camera`). */
  readonly path: `/${string}`;
  readonly title: Title;
  readonly right: Right;
  /** The page's link: in the header, or in a group of 更多, which has room for any number; null: only other pages link to it. */
  readonly link: { readonly icon: string; readonly opensNewTab: boolean; readonly place: 'header' | MoreGroup } | null;
  readonly Page: ComponentType;
}

/** A tab of the monitor's bottom bar (specification §2 "Bottom tab toggles"). */
export interface TabRow {
  /** The tab's name in the URL. */
  readonly id: string;
  readonly side: 'left' | 'right';
  readonly title: Title;
  /** Position on its side of the bar; lower first. */
  readonly order: number;
  readonly right: Capability;
  readonly Icon: ComponentType;
  /** null: the page draws the tab itself (实时预警 is the queue). */
  readonly Panel: ComponentType | null;
}

export interface WebFeature {
  readonly pages?: readonly PageRow[];
  readonly ownPages?: readonly OwnPage[];
  readonly tabs?: readonly TabRow[];
  /** The feature's parts of the globe, mounted in the order of the list. */
  readonly loadParts?: () => Promise<readonly GlobePart[]>;
  /** Notices that the feature shows over every page. */
  readonly Notices?: ComponentType;
  /** What the feature floats over every page; it must not cover anything in use. */
  readonly Overlay?: ComponentType;
  /** A compact badge of the feature in the header; empty while there is nothing to report. */
  readonly HeaderBadge?: ComponentType;
  /** What the feature starts with the session's first page, whichever page that is. */
  readonly loadSession?: () => Promise<(services: Services) => void>;
}

/** A page without the header. */
export interface OwnRoom<Props> {
  readonly path: string;
  readonly Page: ComponentType<Props>;
}

/** The list of features, provided by the app: features do not import each other. */
export const FeaturesContext = createContext<readonly WebFeature[]>([]);

export const pagesOf = (features: readonly WebFeature[]): readonly PageRow[] =>
  features.flatMap(({ pages = [] }) => pages).toSorted((a, b) => a.order - b.order);

export const ownPagesOf = (features: readonly WebFeature[]): readonly OwnPage[] => features.flatMap(({ ownPages = [] }) => ownPages);

export const tabsOf = (features: readonly WebFeature[]): readonly TabRow[] =>
  features.flatMap(({ tabs = [] }) => tabs).toSorted((a, b) => a.order - b.order);

export const useFeatures = (): readonly WebFeature[] => useContext(FeaturesContext);

/** Reads a title in the language of the page. */
export function useTitle(): (title: Title) => string {
  const language = useLanguage();
  return (title) => title[language];
}
