//! The description as a page: plain HTML, made once, with no script.

use std::fmt::Write;

use serde_json::{Map, Value};

/// The page for an `OpenAPI` document.
pub(super) fn html(document: &Value) -> String {
    let mut page = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Parlor for programs</title>\n<link rel=\"stylesheet\" href=\"/api/style.css\">\n\
         </head>\n<body>\n<main>\n<h1>Parlor for programs</h1>\n",
    );
    paragraph(&mut page, document.pointer("/info/description"));
    page.push_str(
        "<p>The same for programs: <a href=\"/api/openapi.json\">OpenAPI 3.1</a> and \
         <a href=\"/api/schema.json\">JSON Schema</a>.</p>\n<h2>Requests</h2>\n",
    );
    for (path, operations) in members(document.get("paths")) {
        for (method, operation) in members(Some(operations)) {
            request(&mut page, method, path, operation);
        }
    }
    page.push_str("<h2>Messages and other schemas</h2>\n");
    for (name, schema) in members(document.pointer("/components/schemas")) {
        described_schema(&mut page, name, schema);
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

fn request(page: &mut String, method: &str, path: &str, operation: &Value) {
    let method = method.to_uppercase();
    push(
        page,
        format_args!("<section>\n<h3><code>{} {}</code></h3>\n", Escaped(&method), Escaped(path)),
    );
    paragraph(page, operation.get("summary"));
    paragraph(page, operation.get("description"));
    let parameters = operation.get("parameters").and_then(Value::as_array);
    if let Some(parameters) = parameters.filter(|list| !list.is_empty()) {
        page.push_str("<table>\n<tr><th>parameter</th><th></th></tr>\n");
        for parameter in parameters {
            let name = text(parameter.get("name"));
            row(page, name, text(parameter.get("description")), None);
        }
        page.push_str("</table>\n");
    }
    if let Some(schema) = schema_of(operation.get("requestBody")) {
        push(page, format_args!("<p>Body: {}</p>\n", Link(schema)));
    }
    page.push_str("<table>\n<tr><th>status</th><th></th></tr>\n");
    for (status, response) in members(operation.get("responses")) {
        row(page, status, text(response.get("description")), schema_of(Some(response)));
    }
    page.push_str("</table>\n</section>\n");
}

fn row(page: &mut String, name: &str, description: &str, schema: Option<&str>) {
    push(
        page,
        format_args!("<tr><td><code>{}</code></td><td>{}", Escaped(name), Escaped(description)),
    );
    if let Some(schema) = schema {
        push(page, format_args!(" {}", Link(schema)));
    }
    page.push_str("</td></tr>\n");
}

fn described_schema(page: &mut String, name: &str, schema: &Value) {
    push(
        page,
        format_args!(
            "<details id=\"{0}\">\n<summary><code>{0}</code> {1}</summary>\n<pre>{2}</pre>\n</details>\n",
            Escaped(name),
            Escaped(text(schema.get("description"))),
            Escaped(&format!("{schema:#}"))
        ),
    );
}

fn paragraph(page: &mut String, words: Option<&Value>) {
    let words = text(words);
    if !words.is_empty() {
        push(page, format_args!("<p>{}</p>\n", Escaped(words)));
    }
}

/// The name of the schema that a body or a response has.
fn schema_of(part: Option<&Value>) -> Option<&str> {
    let reference = part?.pointer("/content/application~1json/schema/$ref")?.as_str()?;
    reference.rsplit('/').next()
}

fn members(value: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    value.and_then(Value::as_object).into_iter().flat_map(Map::iter)
}

fn text(value: Option<&Value>) -> &str {
    value.and_then(Value::as_str).unwrap_or_default()
}

fn push(page: &mut String, what: std::fmt::Arguments<'_>) {
    // Text can always be written to a string.
    let _ = page.write_fmt(what);
}

/// A link to a schema on the same page.
struct Link<'a>(&'a str);

impl std::fmt::Display for Link<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "<a href=\"#{0}\"><code>{0}</code></a>", Escaped(self.0))
    }
}

/// Text as it stands in HTML.
struct Escaped<'a>(&'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.chars().try_for_each(|letter| match letter {
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '&' => f.write_str("&amp;"),
            '"' => f.write_str("&quot;"),
            _ => f.write_char(letter),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_described_is_text_on_the_page() {
        let page = html(&json!({
            "info": { "description": "a < b & \"c\"" },
            "paths": { "/<x>": { "get": {
                "summary": "<script>",
                "responses": { "200": {
                    "description": "fine",
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Y" } } },
                } },
            } } },
            "components": { "schemas": { "Y": { "type": "object" } } },
        }));
        assert!(page.contains("<p>a &lt; b &amp; &quot;c&quot;</p>"));
        assert!(page.contains("GET /&lt;x&gt;") && !page.contains("<script"));
        assert!(page.contains("<a href=\"#Y\">") && page.contains("<details id=\"Y\">"));
    }
}
