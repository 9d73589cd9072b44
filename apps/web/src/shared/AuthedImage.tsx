// Pictures under /files need the token, which an <img> cannot send: they are fetched and shown through an object URL, which is revoked
// afterwards.
import { type CSSProperties, useEffect, useState } from 'react';
import { useSiteFetch } from './site-fetch.ts';
import { useSharedMessages } from './text/messages.ts';

interface Props {
  /** A path `/files/…` as replies contain it. */
  readonly src: string;
  readonly alt: string;
  readonly className?: string;
  readonly style?: CSSProperties;
}

type Shown = { readonly state: 'loading' | 'failed' } | { readonly state: 'shown'; readonly url: string };

export function AuthedImage({ src, alt, className, style }: Props) {
  const shared = useSharedMessages();
  const siteFetch = useSiteFetch();
  const [shown, setShown] = useState<Shown>({ state: 'loading' });

  useEffect(() => {
    const controller = new AbortController();
    let url: string | null = null;
    setShown({ state: 'loading' });
    const load = async () => {
      const answer = await siteFetch(src, { signal: controller.signal });
      if (!answer.ok) throw new Error(`${answer.status}`);
      const bytes = await answer.blob();
      if (controller.signal.aborted) return;
      url = URL.createObjectURL(bytes);
      setShown({ state: 'shown', url });
    };
    load().catch(() => {
      if (!controller.signal.aborted) setShown({ state: 'failed' });
    });
    return () => {
      controller.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [src, siteFetch]);

  if (shown.state === 'shown') return <img src={shown.url} alt={alt} className={className} style={style} />;
  return (
    <div
      role="img"
      aria-label={alt}
      className={className}
      style={{ display: 'grid', placeItems: 'center', color: 'var(--second)', ...style }}
    >
      {shown.state === 'failed' ? shared.common.imageFailed : shared.common.imageLoading}
    </div>
  );
}
