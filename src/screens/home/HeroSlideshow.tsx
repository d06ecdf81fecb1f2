import type { EventFromLogic } from 'xstate';
import { useReducedMotion, useTabVisibility } from '../../browser/visibilityAndMotion.ts';
import { heroSlides } from '../../content/hero.ts';
import { heroSlideshow } from '../../flows/heroSlideshow.ts';
import { useFlow } from '../../flows/useFlow.ts';
import { Icon } from '../../illustrations/Icon.tsx';
import { Illustration } from '../../illustrations/Illustration.tsx';

/** The slideshow at the top of the home page. Spec §2, Home; §9. */
export function HeroSlideshow() {
  const { snapshot, send, rootProps } = useFlow(heroSlideshow);
  const isRotating = snapshot.matches({ playing: { visible: 'rotating' } });
  useTabVisibility((isVisible) => send({ type: isVisible ? 'tabShown' : 'tabHidden' }));
  useReducedMotion(() => send({ type: 'motionReduced' }));
  return (
    <section
      className="hero-slideshow"
      aria-roledescription="carousel"
      aria-label="What we are about"
      {...rootProps}
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'touch') send({ type: 'pointerEntered' });
      }}
      onPointerLeave={() => send({ type: 'pointerLeft' })}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) send({ type: 'focusEntered' });
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) send({ type: 'focusLeft' });
      }}
    >
      <HeroControls isPaused={snapshot.matches('paused')} send={send} />
      <div className="hero-slides" aria-live={isRotating ? 'off' : 'polite'}>
        {heroSlides.map(({ id, tagline, line, image }, index) => (
          <figure
            key={id}
            className="hero-slide"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${heroSlides.length}`}
            hidden={index !== snapshot.context.slide}
          >
            <Illustration name={image.name} alt={image.alt} load={index === 0 ? 'priority' : 'lazy'} />
            <figcaption>
              <p className="hero-tagline">{tagline}</p>
              <p className="hero-line">{line}</p>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

type ControlsProps = {
  isPaused: boolean;
  send: (event: EventFromLogic<typeof heroSlideshow.machine>) => void;
};

function HeroControls({ isPaused, send }: ControlsProps) {
  return (
    <div className="hero-controls">
      <button
        type="button"
        className="hero-pause"
        onClick={() => send({ type: isPaused ? 'playPressed' : 'pausePressed' })}
      >
        <Icon name={isPaused ? 'play' : 'pause'} />
        <span className="visually-hidden">{isPaused ? 'Play the slideshow' : 'Pause the slideshow'}</span>
      </button>
      <button type="button" className="hero-previous" onClick={() => send({ type: 'previousPressed' })}>
        <Icon name="previous" />
        <span className="visually-hidden">Previous slide</span>
      </button>
      <button type="button" className="hero-next" onClick={() => send({ type: 'nextPressed' })}>
        <Icon name="next" />
        <span className="visually-hidden">Next slide</span>
      </button>
    </div>
  );
}
