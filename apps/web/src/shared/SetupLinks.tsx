// The ways to the pages that no menu lists (specification §2 "hidden"): 设备纠偏 and 摄像头设置, for who may open them.

import { Link } from 'react-router';
import { useSession } from './services.ts';
import { useSharedWords } from './text/words.ts';
import './setup-links.css';

const RIGHTS = { device: 'bpReplay', monitorConfig: 'bpGeologicHazard' } as const;
type Hidden = keyof typeof RIGHTS;

interface Props {
  readonly to: readonly Hidden[];
  /** What plays here goes on. */
  readonly inNewTab?: boolean;
}

export function SetupLinks({ to, inNewTab = false }: Props) {
  const shared = useSharedWords();
  const { rights } = useSession();
  const open = to.filter((page) => rights.has(RIGHTS[page]));
  if (open.length === 0) return null;
  return (
    <nav className="setup-links" aria-label={shared.menu.more}>
      {open.map((page) => (
        <Link key={page} to={`/manage/${page}`} {...(inNewTab && { target: '_blank' })}>
          {shared.menu[page]}
        </Link>
      ))}
    </nav>
  );
}
