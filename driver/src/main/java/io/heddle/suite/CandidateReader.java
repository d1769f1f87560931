package io.heddle.suite;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigSyntax;
import io.heddle.suite.Candidate.Launched;
import io.heddle.suite.Candidate.Word;
import io.heddle.term.ShortText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the file of a candidate, which nobody trusts: it has few keys, includes nothing, and names
 * files of its own folder only.
 */
final class CandidateReader {
    private static final int MOST_LAUNCHES = 500;
    private static final List<String> LAUNCH_KEYS =
            List.of("ptx", "entry", "grid", "block", "shared", "args");
    private static final List<String> KEYS =
            List.of("ptx", "entry", "grid", "block", "shared", "args", "temp", "zero", "launches");

    private final String file;
    private final SuiteFolder folder;

    CandidateReader(String file, InputFiles files) {
        this.file = file;
        this.folder = SuiteFolder.of(file, files);
    }

    Candidate read() {
        try {
            HoconFile source =
                    HoconFile.read(file, folder.files(), ConfigSyntax.CONF, SuiteIncluder.NONE);
            return read(
                    new HoconNode(
                            source.config().resolve(ConfigResolveOptions.noSystem()).root(),
                            "",
                            Map.of(),
                            file));
        } catch (ConfigException e) {
            throw new InputException(HoconFile.message(file, e, 0));
        } catch (StackOverflowError e) {
            throw new InputException(file + ": is nested too deeply");
        }
    }

    private Candidate read(HoconNode root) {
        Map<String, HoconNode> own = root.fields(KEYS);
        Map<String, Word> temps = new LinkedHashMap<>();
        if (own.containsKey("temp")) {
            own.get("temp").fields().forEach((name, t) -> temps.put(checked(name, t), word(t)));
        }
        List<Launched> launches = new ArrayList<>();
        if (!own.containsKey("launches")) {
            launches.add(launch(own, file + ":1"));
        } else {
            for (HoconNode node : own.get("launches").itemsOrSelf()) {
                Map<String, HoconNode> fields = new LinkedHashMap<>(own);
                fields.putAll(node.fields(LAUNCH_KEYS));
                launches.add(launch(fields, node.place()));
            }
            if (launches.isEmpty()) {
                throw own.get("launches").error("launches: expected at least one");
            }
            if (launches.size() > MOST_LAUNCHES) {
                throw own.get("launches")
                        .error("launches: " + launches.size() + ", at most " + MOST_LAUNCHES);
            }
        }
        List<Word> zero =
                own.containsKey("zero")
                        ? own.get("zero").itemsOrSelf().stream().map(CandidateReader::word).toList()
                        : List.of();
        return new Candidate(file, temps, zero, launches);
    }

    private static String checked(String name, HoconNode at) {
        if (!name.matches(Tensors.NAME)) {
            throw at.error("'" + ShortText.of(name) + "' is not a tensor name");
        }
        return name;
    }

    private Launched launch(Map<String, HoconNode> fields, String place) {
        for (String needed : List.of("ptx", "grid", "block", "args")) {
            if (!fields.containsKey(needed)) {
                throw new InputException(place + ": a launch lacks " + needed);
            }
        }
        return new Launched(
                ptx(fields.get("ptx")),
                fields.containsKey("entry") ? fields.get("entry").text() : null,
                extents(fields.get("grid")),
                extents(fields.get("block")),
                fields.containsKey("shared") ? word(fields.get("shared")) : null,
                fields.get("args").items().stream().map(CandidateReader::word).toList(),
                place);
    }

    private static List<Word> extents(HoconNode node) {
        List<Word> extents = node.itemsOrSelf().stream().map(CandidateReader::word).toList();
        if (extents.isEmpty() || extents.size() > 3) {
            throw node.error(node.path() + ": expected one to three extents");
        }
        return extents;
    }

    private static Word word(HoconNode node) {
        return new Word(node.isNull() ? null : node.text(), node.place());
    }

    /** The path of a file that lies in the candidate's folder or below it. */
    private String ptx(HoconNode node) {
        String text = node.text();
        boolean isBelow =
                !text.startsWith("/")
                        && !FileNames.isUri(text)
                        && List.of(text.split("[/\\\\]")).stream().noneMatch(".."::equals);
        if (!isBelow) {
            throw node.error(ShortText.of(text) + ": files of a candidate lie in its own folder");
        }
        String name = folder.resolve(text);
        try {
            if (folder.files().leadsOutOf(folder.name(), name)) {
                throw node.error(ShortText.of(text) + ": is a link out of the candidate's folder");
            }
        } catch (IOException e) {
            throw node.error(ShortText.of(text) + ": cannot be read: " + e.getMessage());
        }
        return name;
    }
}
