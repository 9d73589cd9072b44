// Links between the pages about cameras, for users who may open them: those that no menu lists (specification §2 "hidden"), 设备纠偏 and
// 摄像头设置, and pages with a path of their own, such as 护林视域.
import { hasRight } from '@lookout/domain';
import { Link } from 'react-router';
import { useSession } from '../shared/services.ts';
import '../shared/pieces.css';
import { useSharedMessages } from '../shared/text/messages.ts';
import { ownPagesOf, pagesOf, useFeatures, useTitle } from './web-feature.ts';

interface Props {
  /** Paths below /manage, or those of own pages, with their slash. */
  readonly to: readonly string[];
  /** Opens a new tab, so that videos on this page continue to play. */
  readonly inNewTab?: boolean;
}

export function SetupLinks({ to, inNewTab = false }: Props) {
  const shared = useSharedMessages();
  const { rights } = useSession();
  const features = useFeatures();
  const titleOf = useTitle();
  const open = [...pagesOf(features), ...ownPagesOf(features)].filter(({ path, right }) => to.includes(path) && hasRight(rights, right));
  if (open.length === 0) return null;
  return (
    <nav className="setup-links" aria-label={shared.menu.more}>
      {open.map(({ path, title }) => (
        <Link key={path} to={path.startsWith('/') ? path : `/manage/${path}`} {...(inNewTab && { target: '_blank' })}>
          {titleOf(title)}
        </Link>
      ))}
    </nav>
  );
}
